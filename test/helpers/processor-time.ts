/** Milliseconds that this process has worked since it started, with all its threads: on a busy machine, only these say what something costs. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
