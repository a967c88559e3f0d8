import { Code, Text } from './text.tsx'
import styles from './docs.module.css'
import type { AnswerOf, Operation } from './operations.ts'
import type { Field, Shape } from './fields.ts'

const NEEDS = {
  session: 'Requires an administrator session (the cookie set by POST /api/auth/login).',
  cron: 'Requires the CRON_SECRET of the server as a bearer token.',
}

/** One operation: purpose, input, answers and errors. */
export function OperationArticle({ operation }: { readonly operation: Operation }) {
  const { id, method, path, summary, description, isDeprecated, needs, parameters, body, answers, errors, curl, tryable } = operation
  return (
    <article className={`card ${styles.operation}`} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <a href={`#${id}`}>{summary}</a>
      </h2>
      <p className={styles.address}>
        <Method name={method} />
        <code>{path}</code>
        {isDeprecated && <span className={styles.required}>deprecated</span>}
      </p>
      {description !== '' && (
        <p>
          <Text of={description} />
        </p>
      )}
      {needs !== null && <p className="note">{NEEDS[needs]}</p>}
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <FieldsTable label={`Parameters: ${summary}`} fields={parameters} withRequired />
        </>
      )}
      {body !== null && (
        <>
          <h3>Request body</h3>
          <Shapes shapes={body.shapes} label={`Request body: ${summary}`} withRequired />
          <Examples examples={body.examples} label={`Request body example: ${summary}`} />
        </>
      )}
      <h3>Example request</h3>
      <Code label={`Example request: ${summary}`}>{curl}</Code>
      {tryable !== null && <Try address={tryable} summary={summary} />}
      <h3>Responses</h3>
      {answers.map((answer) => (
        <AnswerPart key={answer.status} answer={answer} summary={summary} />
      ))}
      <h3>Errors</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ status, code, meaning }) => (
            <tr key={`${status} ${code}`}>
              <td>{status}</td>
              <td>{code !== '' && <code>{code}</code>}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

export function Method({ name }: { readonly name: string }) {
  return (
    <span className={styles.method} data-method={name}>
      {name}
    </span>
  )
}

function AnswerPart({
  answer: { status, description, media, shapes, examples },
  summary,
}: {
  readonly answer: AnswerOf
  readonly summary: string
}) {
  return (
    <div className={styles.answer}>
      <p>
        <strong>{status}</strong> <Text of={description === 'Default Response' ? '' : description} />
        {media.length > 0 && ` (${media.join(', ')})`}
      </p>
      <Shapes shapes={shapes} label={`Response ${status}: ${summary}`} />
      <Examples examples={examples} label={`Example response ${status}: ${summary}`} />
    </div>
  )
}

/** Several variants have one collapsed table each. */
function Shapes({
  shapes,
  label,
  withRequired = false,
}: {
  readonly shapes: readonly Shape[]
  readonly label: string
  readonly withRequired?: boolean
}) {
  return shapes
    .filter(({ fields }) => fields.length > 0)
    .map(({ name, fields }) =>
      name === null ? (
        <FieldsTable key="only" label={label} fields={fields} withRequired={withRequired} />
      ) : (
        <details key={name} className={styles.fold}>
          <summary>
            Fields for <code>{name}</code>
          </summary>
          <FieldsTable label={`${label}, ${name}`} fields={fields} withRequired={withRequired} />
        </details>
      ),
    )
}

function Examples({ examples, label }: { readonly examples: readonly string[]; readonly label: string }) {
  return examples.map((example, i) => {
    const name = examples.length > 1 ? `Example ${i + 1}` : 'Example'
    return (
      <details key={example} className={styles.fold}>
        <summary>{name}</summary>
        <Code label={`${label}, ${name}`}>{example}</Code>
      </details>
    )
  })
}

/** Without scripts a link; with them the answer appears here. */
function Try({ address, summary }: { readonly address: string; readonly summary: string }) {
  return (
    <form className={styles.try} data-try>
      <label>
        <span className="unseen">{`URL to try: ${summary}`}</span>
        <input name="address" defaultValue={address} spellCheck={false} autoComplete="off" />
      </label>
      <a href={address} className="button plain">
        Open
      </a>
      <button type="submit" className="button" hidden>
        Try it
      </button>
      <div className={styles.tried} data-answer role="status" />
    </form>
  )
}

interface FieldsTableOf {
  /** The table's subject, for screen readers. */
  readonly label: string
  readonly fields: readonly (Field & { readonly in?: string; readonly example?: string })[]
  /** Whether to show required fields: useful for requests, not for answers. */
  readonly withRequired?: boolean
}

/** Fields or parameters with types, limits and meanings. */
function FieldsTable({ label, fields, withRequired = false }: FieldsTableOf) {
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
