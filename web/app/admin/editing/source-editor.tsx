import { type CSSProperties, type KeyboardEvent, memo, useId, useMemo, useRef } from 'react'
import styles from './source-editor.module.css'
import { type Fault, type Syntax, tokeniseSource } from './tokens.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly syntax: Syntax
  readonly faults?: readonly Fault[]
  readonly isReadOnly?: boolean
  /** Wraps long lines and shows no line numbers: for prose rather than code. */
  readonly isWrapped?: boolean
  readonly maxLength?: number
  onChange(value: string): void
}

const NO_FAULTS: readonly Fault[] = []
/** As in the stylesheet. */
const LINE_PX = 20
/** Space above a line that is scrolled to. */
const ABOVE_PX = 80

/**
 * A source with line numbers and syntax colours: a text field in front of a coloured copy of its text. Both are as large as the text, and
 * their container scrolls, so that they stay aligned.
 */
export function SourceEditor({
  label,
  value,
  syntax,
  faults = NO_FAULTS,
  isReadOnly = false,
  isWrapped = false,
  maxLength,
  onChange,
}: Props) {
  const id = useId()
  const around = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const broken = useMemo(() => new Set(faults.flatMap(({ line }) => (line === null ? [] : [line]))), [faults])

  const goTo = (line: number) => {
    const lines = value.split('\n')
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
    around.current?.scrollTo({ top: (line - 1) * LINE_PX - ABOVE_PX, left: 0 })
  }

  return (
    <div>
      {faults.length > 0 && (
        <ul className={styles.faults} id={`${id}-faults`}>
          {faults.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <button type="button" className={styles.fault} onClick={() => goTo(line ?? 1)}>
                {line !== null && <strong>Line {line}: </strong>}
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.editor} ref={around} data-wrapped={isWrapped || undefined}>
        {!isWrapped && <Gutter lines={value.split('\n').length} broken={broken} />}
        <div className={styles.stack}>
          {[...broken].map((line) => (
            <div key={line} className={styles.band} style={{ '--at': line } as CSSProperties} />
          ))}
          <Shown source={value} syntax={syntax} />
          <textarea
            ref={input}
            className={styles.input}
            aria-label={label}
            aria-invalid={faults.length > 0}
            aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
            value={value}
            readOnly={isReadOnly}
            maxLength={maxLength}
            wrap={isWrapped ? 'soft' : 'off'}
            spellCheck={syntax === 'markdown'}
            autoCapitalize="off"
            autoComplete="off"
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            onKeyDown={copyIndent}
          />
        </div>
      </div>
    </div>
  )
}

const Gutter = memo(function Gutter({ lines, broken }: { readonly lines: number; readonly broken: ReadonlySet<number> }) {
  return (
    <div className={styles.gutter} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => index + 1).map((line) => (
        <span key={line} className={styles.number} data-broken={broken.has(line) || undefined}>
          {line}
        </span>
      ))}
    </div>
  )
})

const Shown = memo(function Shown({ source, syntax }: { readonly source: string; readonly syntax: Syntax }) {
  return (
    <pre className={styles.shown} aria-hidden="true">
      {tokeniseSource(source, syntax).map(({ at, text, kind }) =>
        kind === null ? (
          text
        ) : (
          <span key={at} data-kind={kind}>
            {text}
          </span>
        ),
      )}
      {'\n'}
    </pre>
  )
})

/** A new line keeps the indentation of the one before. Tab moves to the next field, as everywhere. */
function copyIndent(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget: field } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || field.readOnly) return
  const line = field.value.slice(0, field.selectionStart).split('\n').at(-1) ?? ''
  const indent = /^[ \t]+/.exec(line)?.[0]
  if (indent === undefined) return
  event.preventDefault()
  // The only method that preserves the field's undo history.
  document.execCommand('insertText', false, `\n${indent}`)
}
