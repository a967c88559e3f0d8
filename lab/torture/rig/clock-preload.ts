/**
 * Loaded into a service before its own code (`node --import`): shifts the wall clock by the milliseconds in a file, so that the campaign can
 * set it forward and back. Timers and `performance.now` are not affected, as when an operator sets a machine's clock.
 */
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 20
const file = process.env['TORTURE_CLOCK_FILE']

if (file !== undefined) {
  const realNow = Date.now
  let offsetMs = 0
  const look = (): void => {
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      // The file is being written: the previous offset will do.
    }
  }
  look()
  setInterval(look, LOOK_EVERY_MS).unref()

  const RealDate = Date
  const now = (): number => realNow() + offsetMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) => (property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown)),
  })
}
