import { Alert, Button, CloseButton, Group, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiFailure } from '../../api/ask.ts'
import { Icon } from './icon.tsx'
import styles from './notes.module.css'
import { capitaliseText, formatQuantity, formatIdentifier } from './words.ts'

interface Props {
  readonly tone: 'good' | 'notice' | 'bad' | 'quiet'
  readonly title?: string
  /** Appeared in response to an action: announced by screen readers. */
  readonly isNews?: boolean
  readonly children: ReactNode
  onClose?(): void
}

/** A short notice above its subject. */
export function Note({ tone, title, isNews = false, children, onClose }: Props) {
  return (
    <div className={styles.note} data-tone={tone} {...(isNews ? { role: tone === 'bad' ? 'alert' : 'status' } : {})}>
      <div>
        {title !== undefined && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
      {onClose !== undefined && <CloseButton size="sm" aria-label="Close" onClick={onClose} />}
    </div>
  )
}

/** A failure as text, including field errors and the time to wait. */
export function describeApiFailure({ code, message, details, retryAfterSeconds }: ApiFailure): string {
  const fields =
    code === 'conflict' ? [] : details.map(({ path, message: text }) => (path === '' ? text : `${formatIdentifier(path)} ${text}`))
  const wait = retryAfterSeconds === null ? [] : [`Try again in ${waitOf(retryAfterSeconds)}`]
  // The message already names the first field in the API's terms.
  const isRepeated = details.some(({ path, message: text }) => path !== '' && message.startsWith(path) && message.includes(text))
  const sentences = [...(isRepeated ? [] : [message]), ...fields, ...wait].map((text) =>
    capitaliseText(text.replace(/(?<![.\s])[.\s]+$/, '')),
  )
  return [...new Set(sentences)].join('. ')
}

function waitOf(seconds: number): string {
  return seconds < 120 ? formatQuantity(seconds, 'second') : formatQuantity(Math.ceil(seconds / 60), 'minute')
}

/** The API's errors by form field, for `useForm`'s `setErrors`. */
export function getFieldErrors(failure: ApiFailure | undefined): Record<string, string> {
  return Object.fromEntries(
    (failure?.details ?? []).filter(({ path }) => path !== '').map(({ path, message }) => [path, capitaliseText(message)]),
  )
}

const TITLES: Readonly<Record<string, string>> = {
  forbidden: 'Your role does not allow this',
  not_found: 'Not found',
  rate_limited: 'Too many requests',
  conflict: 'Changed by someone else',
  offline: 'The service cannot be reached',
}

/** Shown instead of content that could not be loaded. */
export function FailureNote({ failure, onRetry }: { readonly failure: ApiFailure | undefined; readonly onRetry?: () => unknown }) {
  if (failure === undefined) return null
  return (
    <Alert color="red" variant="light" title={TITLES[failure.code] ?? 'Something went wrong'} icon={<Icon name="warning" />} role="alert">
      <Text size="sm">{describeApiFailure(failure)}</Text>
      {onRetry === undefined ? null : (
        <Group mt="sm">
          <Button size="xs" variant="default" leftSection={<Icon name="reload" size={16} />} onClick={() => void onRetry()}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  )
}

interface AnsweredProps<T> {
  /** Of `useAnswer`. */
  readonly of: { readonly data: T | undefined; readonly failure: ApiFailure | undefined; reload(): unknown }
  /** Of the skeleton, in pixels. */
  readonly height: number
  readonly children: (data: T) => ReactNode
}

/** What the API answered, below the failure if it could not be asked again; a skeleton until it has answered. */
export function Answered<T>({ of: { data, failure, reload }, height, children }: AnsweredProps<T>) {
  return (
    <>
      <FailureNote failure={failure} onRetry={reload} />
      {data === undefined ? failure === undefined && <Skeleton h={height} radius="lg" /> : children(data)}
    </>
  )
}

/** Above a form's fields: why it was refused. */
export function FormFailure({ failure }: { readonly failure: ApiFailure | undefined }) {
  if (failure === undefined) return null
  return (
    <Note tone="bad" isNews>
      {describeApiFailure(failure)}
    </Note>
  )
}

/** Someone else saved during editing, and their version has been loaded. */
export function ConflictNotice() {
  return (
    <Note tone="notice" title="Someone else saved changes" isNews>
      Your changes are still here. Discard them to see the saved version, or save to overwrite it.
    </Note>
  )
}
