import { ActionIcon, Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAction } from '../kit/api.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { formatIdentifier } from '../kit/words.ts'
import styles from './menus.module.css'
import { OWN_PAGES } from './navigation.ts'

/** The signed-in user, their own pages, and signing out. */
export function AccountMenu() {
  const { user } = useMe()
  const navigate = useNavigate()
  const signOut = useAction(() => api.post('/api/auth/logout'), { onDone: () => navigate('/login') })
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <Avatar name={user.displayName} size={34} radius="xl" className={styles.avatar} aria-hidden="true" />
          <span className={styles.who}>
            <span className={styles.name}>{user.displayName}</span>
            <span className={styles.role}>{formatIdentifier(user.role)}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} truncate>
            {user.displayName}
          </Text>
          <Text size="xs" truncate>
            {user.email} · {formatIdentifier(user.role)}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {OWN_PAGES.pages.map(({ to, label, icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon name={icon} size={16} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item component="a" href="/" leftSection={<Icon name="open" size={16} />}>
          Public site
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="exit" size={16} />} onClick={() => void signOut.run()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const SCHEMES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'System', icon: 'device' },
] as const

/** Light or dark. */
export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const chosen = SCHEMES.find(({ value }) => value === colorScheme) ?? SCHEMES[2]
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Appearance: ${chosen.label}`}>
          <Icon name={chosen.icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={value === colorScheme ? <Icon name="check" size={14} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
