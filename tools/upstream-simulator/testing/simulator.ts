import { after, before } from 'node:test'
import { type Simulator, startSimulator } from '../simulator.ts'

/** A simulator for the tests of the file or suite that calls this: started before them, without members until then, and closed after them. */
export function testSimulator(now: () => number): Simulator {
  const simulator = {} as Simulator
  before(async () => void Object.assign(simulator, await startSimulator({ port: 0, now })))
  after(() => simulator.close())
  return simulator
}
