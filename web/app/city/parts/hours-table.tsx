import { unpacked } from '../packed.ts'
import type { CityTexts } from '../texts.ts'
import type { HoursView } from '../view/hours.ts'
import styles from './hours-table.module.css'
import { Value } from './value.tsx'

/** The chart's data, and what does not fit into the chart. */
export function HoursTable({ hours: { table }, messages }: { readonly hours: HoursView; readonly messages: CityTexts }) {
  const columns = [
    messages.time,
    messages.weather,
    messages.temperature,
    messages.feelsLike,
    messages.rain,
    messages.chance,
    messages.wind,
    messages.gusts,
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.scroll} role="group" aria-label={messages.hours} tabIndex={0}>
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
            {unpacked(rows).map(([time, ...values], index) => (
              // oxlint-disable-next-line react/no-array-index-key -- when clocks go back, two rows have the same hour
              <tr key={index}>
                <th scope="row">{time}</th>
                {values.map((value, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the columns never change
                  <td key={column}>
                    <Value text={value} unknown={messages.unknown} />
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
