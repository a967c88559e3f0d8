import { afterEach } from 'node:test'

/** Returns what gives this process globals of a browser, until the end of the test. Call it where the tests are declared. */
export function createTestGlobals(): (values: Readonly<Record<string, unknown>>) => void {
  const own = new Map<string, PropertyDescriptor | undefined>()
  afterEach(() => {
    for (const [name, descriptor] of own) {
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, descriptor)
    }
    own.clear()
  })
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (!own.has(name)) own.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value })
    }
  }
}
