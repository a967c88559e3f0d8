import { useEffect, useRef, useState } from 'react'
import styles from './preview-frame.module.css'

export type Width = 'desktop' | 'phone'
export type Scheme = 'light' | 'dark'

interface Props {
  readonly title: string
  readonly html: string
  readonly width: Width
  readonly scheme: Scheme
}

/** Of no origin, and shows what it is sent (`features/site/rendering/preview-frame.ts`). */
const FRAME = '/admin/preview-frame'

/** HTML as it looks in a window of its own, where our policy does not reach and it can do nothing. */
export function PreviewFrame({ title, html, width, scheme }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  /** Counts how often the frame was loaded: each time it begins empty. */
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'preview-ready') setLoads((count) => count + 1)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    // Its origin is opaque: it cannot be named.
    if (loads > 0) frame.current?.contentWindow?.postMessage({ html: inScheme(html, scheme) }, '*')
  }, [html, scheme, loads])
  return (
    <div className={styles.around}>
      <iframe
        ref={frame}
        className={styles.frame}
        src={FRAME}
        title={title}
        sandbox="allow-scripts"
        data-width={width}
        data-scheme={scheme}
      />
    </div>
  )
}

/** The mail as a reader with this scheme would see it, whatever that of the editor is. */
function inScheme(html: string, scheme: Scheme): string {
  return html
    .replaceAll(/\(\s*prefers-color-scheme:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
      asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replaceAll(/(<meta name="(?:supported-)?color-schemes?" content=")[^"]*"/gi, `$1${scheme}"`)
}
