import type { UnitSystem } from '@isobar/weather'
import { Select, SimpleGrid, Skeleton, VisuallyHidden } from '@mantine/core'
import type { Answer } from '../../api/ask.ts'
import { type Language, LANGUAGE_CHOICES, UNIT_CHOICES } from '../editing/choices.ts'
import { RenderedMail } from '../editing/rendered-mail.tsx'
import type { ApiQuery } from '../kit/api.tsx'
import { FailureNote, Note } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { formatIdentifier } from '../kit/words.ts'
import type { Reader } from './template.ts'

interface Props {
  readonly preview: ApiQuery<Answer<'post', '/api/admin/email-templates/{id}/preview'>>
  readonly samples: readonly string[]
  readonly reader: Reader
  onReader(reader: Reader): void
}

/** The mail with sample data. While a source is broken, the last preview stays. */
export function PreviewPanel({ preview: { data, failure, reload }, samples, reader, onReader }: Props) {
  const isBroken = failure?.code === 'invalid_request'
  return (
    <Panel title="Preview">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mb="md">
        <Select
          label="Sample"
          allowDeselect={false}
          value={reader.sample}
          data={samples.map((sample) => ({ value: sample, label: formatIdentifier(sample) }))}
          onChange={(sample) => onReader({ ...reader, sample: sample ?? reader.sample })}
        />
        <Select
          label="Language"
          allowDeselect={false}
          value={reader.lang}
          data={LANGUAGE_CHOICES}
          onChange={(lang) => onReader({ ...reader, lang: lang as Language })}
        />
        <Select
          label="Units"
          allowDeselect={false}
          value={reader.units}
          data={UNIT_CHOICES}
          onChange={(units) => onReader({ ...reader, units: units as UnitSystem })}
        />
      </SimpleGrid>
      {failure !== undefined && !isBroken && <FailureNote failure={failure} onRetry={reload} />}
      <VisuallyHidden role="status">{isBroken ? 'The source has an error. The preview shows the last valid version.' : ''}</VisuallyHidden>
      {isBroken && (
        <Note tone="notice">The source has an error.{data === undefined ? '' : ' The preview shows the last valid version.'}</Note>
      )}
      {data === undefined ? failure === undefined && <Skeleton h={420} /> : <RenderedMail mail={data.preview} />}
    </Panel>
  )
}
