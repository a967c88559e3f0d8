import { afterEach } from 'node:test'

/** Loaded before a test file: its first failing test ends the process, since one is enough to notice a change. */
afterEach((test) => {
  if ('passed' in test && !test.passed) process.exit(1)
})
