import { SegmentedControl } from '@mantine/core'
import type { Scheme, Width } from './preview-frame.tsx'
import styles from './view-controls.module.css'

export interface View {
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
