import { Anchor, Group, List, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../../../api/ask.ts'
import { Time } from '../../kit/display.tsx'
import { Note } from '../../kit/notes.tsx'
import { Panel } from '../../kit/page.tsx'
import { capitalized, dateTime, spoken } from '../../kit/words.ts'

type Explanation = Answer<'get', '/api/admin/subscriptions/{id}/explanation'>

interface Props {
  /** Without a subscription and mails for a browser. */
  readonly explanation: Pick<Explanation, 'result' | 'placeName' | 'at' | 'sections'> & Partial<Explanation>
}

/** The reason in one sentence, what it follows from, and the mails in question. */
export function Explained({ explanation }: Props) {
  const { result, subscriptionId = null, placeName, at, sections } = explanation
  const mails = explanation.mails ?? []
  return (
    <Panel title={placeName ?? 'This email'} description={<Time at={at} absolute />}>
      <Stack>
        <Note tone={toneOf(result)}>{capitalized(inLocalTimes(result))}.</Note>
        {mails.length > 0 && (
          <List size="sm">
            {mails.map((mail) => (
              <List.Item key={mail.id}>
                <Anchor component={Link} to={`/admin/why?mail=${mail.id}`} inherit>
                  Email of {dateTime(mail.createdAt)}
                </Anchor>
                , {spoken(mail.state).toLowerCase()}
              </List.Item>
            ))}
          </List>
        )}
        <Sections sections={sections} />
        {subscriptionId !== null && (
          <Group>
            <Anchor component={Link} to={`/admin/why?subscription=${subscriptionId}`} size="sm">
              What would be decided now?
            </Anchor>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

/** The decision for one subscriber in a list. */
export function Reason({ result }: { readonly result: string }) {
  return (
    <Text size="sm" c="dimmed">
      {capitalized(inLocalTimes(result))}
    </Text>
  )
}

export function Sections({ sections }: { readonly sections: Explanation['sections'] }) {
  return (
    <Stack gap="md">
      {sections.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <Title order={3} size="h6" mb={4}>
            {title}
          </Title>
          <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
            {lines.map((line) => (
              <List.Item key={line}>{inLocalTimes(line)}</List.Item>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  )
}

const toneOf = (result: string): 'good' | 'notice' => (/^(?:no |not |a (?:mail|notification) was due)/.test(result) ? 'notice' : 'good')

/** Instants as the reader’s clock shows them. */
function inLocalTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g, (instant) => dateTime(instant))
}
