import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ApiFailure } from '../../api/ask.ts'
import { useSite } from '../../components/frame/use-site.ts'
import { FailureNote, describeApiFailure } from '../kit/notes.tsx'
import styles from './entry-card.module.css'

/** Focuses a page's main field on arrival. */
export function useFirstFocus<E extends HTMLElement>() {
  const field = useRef<E>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

/**
 * The language for mails that this page triggers (BCP 47): the reader's choice or the browser's preference. The back office itself is in
 * English, its mails are translated. Browser only.
 */
export const getPageLanguage = (): string => document.documentElement.lang || 'en'

interface EntryCardProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
}

/** A page for signing in: a single form, without navigation. */
export function EntryCard({ title, description, children, footer }: EntryCardProps) {
  const site = useSite()
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers announce the new step.
  const first = useRef(title)
  useEffect(() => {
    if (title !== first.current) heading.current?.focus()
    first.current = title
  }, [title])
  return (
    <main className={`back-office ${styles.page}`}>
      <Link to="/" className={styles.name}>
        <svg width="30" height="30" aria-hidden="true" focusable="false">
          <use href="/icons.svg#logo" />
        </svg>
        {site?.siteName ?? 'Weather'}
      </Link>
      <Paper className={styles.card} radius="lg" shadow="sm">
        <Title order={1} fz={24} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </Title>
        {description === undefined ? null : (
          <Text c="dimmed" mt={6}>
            {description}
          </Text>
        )}
        {children === undefined ? null : <div className={styles.body}>{children}</div>}
      </Paper>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </main>
  )
}

/** What the fields of an entry card have in common. */
export const ENTRY = { required: true, withAsterisk: false, size: 'md' } as const

interface EntryFormProps {
  /** Of the button. */
  readonly label: string
  readonly isBusy: boolean
  readonly failure?: ApiFailure | undefined
  readonly children: ReactNode
  readonly below?: ReactNode
  readonly onSubmit: FormEventHandler<HTMLFormElement>
}

/** The form of an entry card: why it was refused, its fields, and its button. */
export function EntryForm({ label, isBusy, failure, children, below, onSubmit }: EntryFormProps) {
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <FailureNote failure={failure} />
        {children}
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {label}
        </Button>
        {below}
      </Stack>
    </form>
  )
}

interface DeadLinkProps {
  readonly failure: ApiFailure
  readonly what: string
  readonly children: ReactNode
}

/** Explains why a mailed link does not work, or no longer works, and what to do. */
export function DeadLink({ failure, what, children }: DeadLinkProps) {
  if (failure.status === 410) {
    return (
      <EntryCard title={`This ${what} is no longer valid`} description="It has expired or has already been used.">
        {children}
      </EntryCard>
    )
  }
  if (failure.status === 404 || failure.status === 400) {
    return (
      <EntryCard title={`We cannot find this ${what}`} description="Part of the address may be missing. Please copy the whole link.">
        {children}
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Something went wrong" description={describeApiFailure(failure)}>
      <Button component={Link} to="" reloadDocument variant="default" fullWidth>
        Try again
      </Button>
    </EntryCard>
  )
}

/** Whether a failure concerns the link rather than the input. */
export const isOfLink = ({ status, details }: ApiFailure): boolean =>
  status === 404 || status === 410 || (status === 400 && details.some(({ path }) => path === 'token'))
