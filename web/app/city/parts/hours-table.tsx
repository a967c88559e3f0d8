import type { CityTexts } from '../texts.ts'
import type { HoursView } from '../view/hours.ts'
import styles from './hours-table.module.css'
import { Value } from './value.tsx'

/** The chart's data, and what does not fit into the chart. */
export function HoursTable({ hours: { table }, m }: { readonly hours: HoursView; readonly m: CityTexts }) {
  const columns = [m.time, m.weather, m.temperature, m.feelsLike, m.rain, m.chance, m.wind, m.gusts]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.scroll} role="group" aria-label={m.hours} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {table.map(({ day, rows }) => (
          <tbody key={day}>
            <tr>
              <th colSpan={columns.length} scope="rowgroup">
                {day}
              </th>
            </tr>
            {rows.map(([time, ...values], index) => (
              // oxlint-disable-next-line react/no-array-index-key -- when clocks go back, two rows have the same hour
              <tr key={index}>
                <th scope="row">{time}</th>
                {values.map((value, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the columns never change
                  <td key={column}>
                    <Value text={value} unknown={m.unknown} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
