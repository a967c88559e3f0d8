import hooks from 'node:async_hooks'

/**
 * Node's runner follows every promise to find the test that a suite, a hook or an unhandled rejection
 * belongs to, which takes a fifth of the processor time of tests that mostly wait for promises. Suites and hooks here are declared synchronously and
 * are found without it; an unhandled rejection fails the run instead of its test.
 */
const { createHook } = hooks

hooks.createHook = (callbacks) => createHook({ trackPromises: false, ...callbacks })
