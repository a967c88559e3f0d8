import { createRequire } from 'node:module'
import type * as mrml from 'mrml'

type Engine = mrml.Engine

const require = createRequire(import.meta.url)
const MAX_BROKEN = 20
/**
 * mrml is WebAssembly: after a trap, such as a stack overflow, its memory is in an unknown state and every call fails. Such an engine is
 * kept referenced, since its finalizer would end the process.
 */
const broken: Engine[] = []
let engine = open()

/** A new engine with separate memory. */
function open(): Engine {
  delete require.cache[require.resolve('mrml')]
  const { Engine } = require('mrml') as typeof mrml
  const opened = new Engine()
  // By default it loads Google web fonts for names that it knows, such as `Roboto`: a mail loads nothing.
  opened.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} })
  return opened
}

/** MJML to HTML. Null when the engine crashed on the source; the next call uses a new one. */
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
