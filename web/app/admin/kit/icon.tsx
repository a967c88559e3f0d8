/** Line icons on a 24 px grid for the back office; the text next to them carries the meaning. */
const PATHS = {
  overview: 'M4 5h7v6H4zM13 5h7v10h-7zM4 13h7v6H4zM13 17h7v2h-7z',
  gauge: 'M4 18a8 8 0 1 1 16 0M12 18l4-6',
  chart: 'M4 20h16M7 16v-4M12 16V7M17 16v-7',
  pin: 'M12 21s6.500-5.500 6.500-11a6.500 6.500 0 0 0-13 0c0 5.500 6.500 11 6.500 11zM12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.500 4.500',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  send: 'M4 12L20 5l-5 15-3.500-6.500zM11.500 13.500L20 5',
  outbox: 'M4 14v5h16v-5M4 14h5l1.500 2h3L15 14h5M12 11V4M9 7l3-3 3 3',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.500 19c0-3 2.500-5 5.500-5s5.500 2 5.500 5M16 11a2.500 2.500 0 1 0-1-4.800M17 14.200c2 .5 3.500 2.300 3.500 4.800',
  person: 'M12 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM5 20c0-3.500 3-6 7-6s7 2.500 7 6',
  blocked: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM6.500 6.500l11 11',
  template: 'M5 4h14v16H5zM5 9h14M10 9v11',
  page: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  settings: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  coin: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM14.500 9.500c-.5-1-1.500-1.500-2.500-1.500-1.500 0-2.500.8-2.500 2s1 1.700 2.500 2 2.500.8 2.500 2-1 2-2.500 2c-1.200 0-2.200-.6-2.600-1.600M12 6.500V8M12 16v1.500',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4l3 2',
  play: 'M8 5l11 7-11 7z',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  log: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  key: 'M15 13a4 4 0 1 0-3.800-2.800L4 17.500V20h3v-2h2v-2h2l1.200-1.200M16 8h.01',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1 1M17.400 17.400l1 1M5.600 18.400l1-1M17.400 6.600l1-1',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  exit: 'M14 4H5v16h9M10 12h10M17 9l3 3-3 3',
  download: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  cross: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  reload: 'M20 12a8 8 0 1 1-2.500-5.800M20 4v4.500h-4.500',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  updown: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  eye: 'M3 12c2-4 5-6 9-6s7 2 9 6c-2 4-5 6-9 6s-7-2-9-6zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
