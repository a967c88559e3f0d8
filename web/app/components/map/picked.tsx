import { resolveTimeZone } from '../../format/time-zone.ts'
import { Icon } from '../icon.tsx'
import type { MapWords } from './legend.server.ts'
import type { PickedWarning } from './warning-areas.ts'
import styles from './weather-map.module.css'

interface PickedOf {
  readonly picked: PickedWarning
  readonly messages: MapWords
  readonly onClose: () => void
}

/** The warning of the area that was clicked, in the clock of that area: at the click, where there is room. */
export function Picked({ picked: { warning, x, y }, messages, onClose }: PickedOf) {
  const { id, event, language, color, colorSource, severity, areas, country, start, end, timezone } = warning
  const grade = messages.severities[severity ?? 'unknown']
  const level =
    colorSource === 'level' && color !== null
      ? messages.levels[color]
      : colorSource === 'derived'
        ? messages.severities.derived.replace('{severity}', () => grade)
        : grade
  const format = new Intl.DateTimeFormat(messages.locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    hourCycle: messages.hour12 ? 'h12' : 'h23',
    timeZone: resolveTimeZone(timezone),
  })
  const when = end === null ? format.format(Date.parse(start)) : format.formatRange(Date.parse(start), Date.parse(end))
  return (
    <div
      role="status"
      className={styles.picked}
      data-color={color ?? 'unknown'}
      data-below={y < 0.5}
      style={{ '--x': x, '--y': y } as React.CSSProperties}
    >
      <button type="button" className={styles.close} aria-label={messages.close} onClick={onClose}>
        <Icon name="close" size={18} />
      </button>
      <p className={styles.level}>{level}</p>
      <p className={styles.event} dir="auto" lang={language ?? undefined}>
        {event}
      </p>
      <p className="small">{when}</p>
      {areas.length > 0 && (
        <p className={`soft small ${styles.places}`}>
          <bdi>{areas.join(' · ')}</bdi>
        </p>
      )}
      <a href={country === null ? '/warnings' : `/warnings/${country}#w-${id}`}>{messages.details}</a>
    </div>
  )
}
