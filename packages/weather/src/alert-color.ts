/** The colours of warning levels, most severe first. */
export const ALERT_COLORS = ['violet', 'red', 'orange', 'yellow', 'blue'] as const
export type AlertColor = (typeof ALERT_COLORS)[number]

/**
 * What a colour comes from: `level`, the issuer's own level; `severity`, the severity that it states; `derived`, a severity that nobody
 * states.
 */
export const COLOR_SOURCES = ['level', 'severity', 'derived'] as const
export type ColorSource = (typeof COLOR_SOURCES)[number]

/** The colour that a warning is shown in everywhere; both null if nothing grades it. */
export interface AlertMark {
  readonly color: AlertColor | null
  readonly colorSource: ColorSource | null
}

/** A surface and the text on it, as #rrggbb, with a contrast of at least 4.5:1 (WCAG 2.2); `web/app/styles/tokens.css` has the same. */
export const COLOR_PALETTE: Readonly<Record<AlertColor | 'unknown', { readonly back: string; readonly front: string }>> = {
  violet: { back: '#86136a', front: '#ffffff' },
  red: { back: '#b3261e', front: '#ffffff' },
  orange: { back: '#f28c28', front: '#231200' },
  yellow: { back: '#ffd84d', front: '#2b2100' },
  blue: { back: '#d8e9fa', front: '#10324f' },
  unknown: { back: '#dfe4ea', front: '#28323c' },
}
