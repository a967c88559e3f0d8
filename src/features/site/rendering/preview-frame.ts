import { createHash } from 'node:crypto'

/**
 * An empty page for a frame of the back office that shows the HTML it receives: mails and texts as they really look, with their inline
 * styles, which the policy of our own pages forbids and a frame's `srcdoc` would inherit.
 */
const SCRIPT = `
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return
  const { scrollX, scrollY } = window
  const shown = new DOMParser().parseFromString(data.html, 'text/html')
  for (const meta of shown.querySelectorAll('meta[http-equiv]')) meta.remove()
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement)
  scrollTo(scrollX, scrollY)
})
for (const type of ['click', 'submit']) addEventListener(type, (event) => event.preventDefault(), true)
parent.postMessage('preview-ready', '*')
`

export const PREVIEW_PATH = '/admin/preview-frame'

export const PREVIEW_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><script>${SCRIPT}</script></head><body></body></html>`

/** The content runs no scripts, loads nothing, and has an opaque origin: it would be harmless even without sanitising. */
export const PREVIEW_CSP = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
