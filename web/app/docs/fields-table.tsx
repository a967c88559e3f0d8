import styles from './docs.module.css'
import type { Field } from './fields.ts'
import { Text } from './text.tsx'

interface FieldsTableOf {
  /** The table's subject, for screen readers. */
  readonly label: string
  readonly fields: readonly (Field & { readonly in?: string; readonly example?: string })[]
  /** Whether to show required fields: useful for requests, not for answers. */
  readonly withRequired?: boolean
}

/** Fields or parameters with types, limits and meanings. */
export function FieldsTable({ label, fields, withRequired = false }: FieldsTableOf) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={`${field.in ?? ''} ${field.name}`}>
              <th scope="row">
                <code>{field.name}</code>
                {withRequired && field.isRequired && <span className={styles.required}>required</span>}
                {field.in !== undefined && field.in !== 'query' && <span className="soft small">in the {field.in}</span>}
              </th>
              <td>
                <code className={styles.type}>{field.type}</code>
              </td>
              <td>
                <Text of={field.description} />
                {field.limits.length > 0 && (
                  <span className={`soft small ${styles.limits}`}>
                    <Text of={field.limits.join(' · ')} />
                  </span>
                )}
                {field.example !== undefined && field.example !== '' && (
                  <span className={`soft small ${styles.limits}`}>
                    Example: <code>{field.example}</code>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
