import { createRequire } from 'node:module'
import type * as mrml from 'mrml'

type Engine = mrml.Engine

const require = createRequire(import.meta.url)
const MAX_BROKEN = 20
/**
 * mrml is WebAssembly: where its code traps, on an overflow of its stack say, its memory is in no known state and everything fails from then
 * on. Such an engine is kept, since the finalizer that would run in its place would end the process.
 */
const broken: Engine[] = []
let engine = open()

/** With a memory of its own. */
function open(): Engine {
  delete require.cache[require.resolve('mrml')]
  const { Engine } = require('mrml') as typeof mrml
  const opened = new Engine()
  // Left to itself it loads the web fonts of Google for names that it knows, `Roboto` among them: a mail loads nothing.
  opened.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} })
  return opened
}

/** MJML to HTML. Null where the compiler broke down over it; the next call finds a new one. */
export function mjmlToHtml(source: string): ReturnType<Engine['toHtml']> | null {
  try {
    return engine.toHtml(source)
  } catch (error) {
    if (broken.length >= MAX_BROKEN) throw error
    broken.push(engine)
    engine = open()
    return null
  }
}
