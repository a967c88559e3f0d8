import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState, Rows, Soft, Time } from '../kit/display.tsx'
import { Panel } from '../kit/page.tsx'
import { ENVIRONMENT, getSettingId, getThemePath } from './themes.ts'
import { type Change, type Config, formatSettingLabel, formatSettingValue } from './unit.ts'

const SHOWN_CHANGES = 10

interface Props {
  readonly config: Config
  readonly groups: readonly (readonly [group: string, names: readonly string[]])[]
  readonly history: ReadonlyMap<string, readonly Change[]>
}

/** What was changed last, and the themes. */
export function SettingsOverview({ config, groups, history }: Props) {
  const changes = [...history]
    .flatMap(([name, all]) => all.map((change) => ({ name, ...change })))
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, SHOWN_CHANGES)
  return (
    <>
      <Panel
        title="Latest changes"
        actions={
          <Anchor component={Link} to="/admin/audit?objectType=settings" size="sm">
            All changes
          </Anchor>
        }
      >
        {changes.length === 0 && <EmptyState icon="settings" title="Nothing was changed yet: all settings have their defaults" />}
        <Rows label="Latest changes">
          {changes.map(({ name, at, actor, before, after }) => (
            <li key={`${name} ${at}`}>
              <div>
                <Anchor component={Link} to={`${getThemePath(config.bounds[name]?.group ?? '')}#${getSettingId(name)}`} size="sm">
                  {formatSettingLabel(name)}
                </Anchor>
                <Soft>
                  {formatSettingValue(name, before)} → {formatSettingValue(name, after)}
                </Soft>
              </div>
              <Soft>
                {actor}, <Time at={at} absolute />
              </Soft>
            </li>
          ))}
        </Rows>
      </Panel>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {groups.map(([group, names]) => (
          <Theme key={group} group={group} contents={names.map(formatSettingLabel).join(' · ')} />
        ))}
        <Theme group={ENVIRONMENT} contents="The variables that the service was started with; read-only here" />
      </SimpleGrid>
    </>
  )
}

function Theme({ group, contents }: { readonly group: string; readonly contents: string }) {
  return (
    <Panel>
      <Anchor component={Link} to={getThemePath(group)} fw={600}>
        {group}
      </Anchor>
      <Soft mt={4}>{contents}</Soft>
    </Panel>
  )
}
