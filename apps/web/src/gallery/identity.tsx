import { Logo, Mark } from '@muster/ui/logo';

export function Identity() {
  return (
    <div className="g-panels">
      <div className="g-panel g-marks">
        <Logo brand="Muster" />
        <Logo brand="Muster" assets="" />
        <img src="/favicon.svg" alt="Icon at 32 pixels" width="32" height="32" />
        <img src="/favicon.svg" alt="Icon at 16 pixels" width="16" height="16" />
        <span className="g-mark-large">
          <Mark />
        </span>
      </div>
      <div className="g-panel g-type">
        <p className="g-28">28 Thursday on the board</p>
        <p className="g-20">20 Harbour City Plumbing</p>
        <p className="g-16">16 Blocked drain, second visit this month</p>
        <p>14 Ring the bell twice; the dog is friendly</p>
        <p className="g-12">12 Updated a minute ago</p>
        <p>
          <data value="1">10:45 · $1,284.00 · 111 min</data>
          <br />
          <data value="2">08:30 · $9,960.50 · 208 min</data>
        </p>
      </div>
    </div>
  );
}
