import { SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import styles from './preview-frame.module.css'

type Width = 'desktop' | 'phone'
export type Scheme = 'light' | 'dark'

interface Props {
  readonly title: string
  readonly html: string
  readonly width: Width
  readonly scheme: Scheme
}

/** A page with an opaque origin that shows what it is sent (`features/site/rendering/file-routes.ts`). */
const FRAME = '/admin/preview-frame'

/** Shows HTML in an isolated frame, outside our policy and without any rights. */
export function PreviewFrame({ title, html, width, scheme }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  /** Counts the frame's loads: it is empty after each one. */
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    // Its origin is opaque, so it cannot be the target origin.
    if (loads > 0) frame.current?.contentWindow?.postMessage({ html: inScheme(html, scheme) }, '*')
  }, [html, scheme, loads])
  return (
    <div className={styles.around}>
      <iframe
        ref={frame}
        className={styles.frame}
        src={FRAME}
        onLoad={() => setLoads((count) => count + 1)}
        title={title}
        sandbox="allow-scripts"
        data-width={width}
        data-scheme={scheme}
      />
    </div>
  )
}

/** The mail in the given colour scheme, whatever the editor's own is. */
function inScheme(html: string, scheme: Scheme): string {
  return html
    .replaceAll(/\(\s*prefers-color-scheme:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
      asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replaceAll(/(<meta name="(?:supported-)?color-schemes?" content=")[^"]*"/gi, `$1${scheme}"`)
}

interface View {
  readonly width: Width
  readonly scheme: Scheme
}

export const FIRST_VIEW: View = { width: 'desktop', scheme: 'light' }

const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
]
const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** A preview's width and colour scheme. */
export function ViewControls({ view, onChange }: { readonly view: View; onChange(view: View): void }) {
  return (
    <div className={styles.controls}>
      <SegmentedControl
        size="xs"
        aria-label="Width"
        value={view.width}
        onChange={(width) => onChange({ ...view, width: width as Width })}
        data={WIDTHS}
      />
      <SegmentedControl
        size="xs"
        aria-label="Colour scheme"
        value={view.scheme}
        onChange={(scheme) => onChange({ ...view, scheme: scheme as Scheme })}
        data={SCHEMES}
      />
    </div>
  )
}
