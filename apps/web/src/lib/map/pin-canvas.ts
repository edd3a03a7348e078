import { Marker } from 'maplibre-gl';
import type { Position } from '@muster/domain/values/travel';
import { hasStreets, openGround } from './ground.ts';

interface PinCanvas {
  container: HTMLElement;
  /** What is seen and moved: it can hold the focus. */
  pin: HTMLElement;
  at: Position;
  /** Whether that is where the site is, or only about where. */
  isExact: boolean;
  onMove: (to: Position) => void;
}

/** So near that streets are read, where there are some; else as near as the names of suburbs are. */
const nearZoom = 16;
const aboutZoom = 12;

export type OpenPin = Awaited<ReturnType<typeof openPin>>;

/** Draws one pin that can be dragged. A click moves it there as well, which needs no dragging. */
export async function openPin({ container, pin, at, isExact, onMove }: PinCanvas) {
  const zoom = isExact && hasStreets() ? nearZoom : aboutZoom;
  const { map } = await openGround({
    container,
    title: 'Map with the pin of the site',
    view: { center: [at.longitude, at.latitude], zoom },
  });
  // The arrow keys move the pin, wherever on the map the focus is; the pin takes them itself.
  map.keyboard.disable();
  const marker = new Marker({ element: pin, draggable: true, anchor: 'bottom' })
    .setLngLat([at.longitude, at.latitude])
    .addTo(map);
  const tell = () => {
    const { lng, lat } = marker.getLngLat();
    onMove({ latitude: lat, longitude: lng });
  };
  /** Dragging moves no focus: the arrow keys go on from where the pin was put. */
  const tellAndHold = () => {
    pin.focus({ preventScroll: true });
    tell();
  };
  marker.on('dragend', tellAndHold);
  // To take hold of the pin is no click on the map behind it.
  pin.onclick = (event) => event.stopPropagation();
  map.on('click', ({ lngLat }) => {
    marker.setLngLat(lngLat);
    tellAndHold();
  });
  return {
    /** To where it is said to be by other means. */
    put({ latitude, longitude }: Position) {
      marker.setLngLat([longitude, latitude]);
      if (!map.getBounds().contains([longitude, latitude])) map.easeTo({ center: [longitude, latitude] });
    },
    /** By so many pixels of the map as it is now. */
    step(x: number, y: number) {
      const from = map.project(marker.getLngLat());
      marker.setLngLat(map.unproject([from.x + x, from.y + y]));
      if (!map.getBounds().contains(marker.getLngLat())) map.easeTo({ center: marker.getLngLat() });
      tell();
    },
    zoomBy: (by: number) => map.easeTo({ zoom: map.getZoom() + by }),
    remove: () => map.remove(),
  };
}
