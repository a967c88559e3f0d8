/**
 * Watches how long this thread computes without coming back to its event loop. `stop` returns the most processor time between two ticks, in
 * milliseconds: on a busy machine, wall-clock time would measure the others.
 */
export function watchTurns(): { stop(): number } {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1_000)
  }
  const timer = setInterval(look, 1)
  return {
    stop() {
      look()
      clearInterval(timer)
      return longest
    },
  }
}
