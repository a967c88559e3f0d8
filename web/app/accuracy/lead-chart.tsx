import styles from './accuracy.module.css'
import { LEAD_CHART, type LeadChart } from './lead-chart.ts'

const { width, height, left, right, bottom } = LEAD_CHART

/** A chart by lead time, with its legend. */
export function LeadChartView({ chart: { label, lines, area, marks, levels } }: { readonly chart: LeadChart }) {
  return (
    <figure className={styles.figure}>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <path className={styles.grid} d={levels.map(({ y }) => `M${left} ${y}H${right}`).join('')} />
        <path className={styles.area} d={area} />
        {lines.map(({ look, path, dots }) => (
          <g key={look} className={styles[look]}>
            <path d={path} />
            {dots.map(({ x, y }) => (
              <circle key={x} cx={x} cy={y} r={3} />
            ))}
          </g>
        ))}
        <g className={styles.levels}>
          {levels.map(({ y, text }) => (
            <text key={y} x={left - 8} y={y + 4}>
              {text}
            </text>
          ))}
        </g>
        <g className={styles.marks}>
          {marks.map(({ x, text }) => (
            <text key={x} x={x} y={bottom + 22}>
              {text}
            </text>
          ))}
        </g>
      </svg>
      <figcaption className={styles.legend}>
        {lines.map(({ name, look }) => (
          <span key={look} data-look={look}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
