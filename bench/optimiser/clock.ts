/** Time that this process was given, in milliseconds: on a shared machine the only fair clock. */
function cpuClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Wall time, or the process's own time with `--cpu`. */
export const clock = process.argv.includes('--cpu') ? cpuClock : () => performance.now();
