import type { Group } from './row.ts'

/** The groups that `npm run bench` measures, in the order of its table; `--only` takes these names. */
export const GROUPS: Readonly<Record<string, () => Promise<Group>>> = {
  hot: async () => (await import('../rows/hot.ts')).hot,
  nginx: async () => (await import('../rows/nginx.ts')).nginx,
  batch: async () => (await import('../rows/batch.ts')).batch,
  'second-level': async () => (await import('../rows/second-level.ts')).secondLevel,
  history: async () => (await import('../rows/history.ts')).history,
  'recent-checks': async () => (await import('../rows/recent-checks.ts')).recentChecks,
  pages: async () => (await import('../rows/pages.ts')).pages,
  'beside-pages': async () => (await import('../rows/beside-pages.ts')).besidePages,
  lists: async () => (await import('../rows/lists.ts')).lists,
  mails: async () => (await import('../rows/mails.ts')).mails,
  jobs: async () => (await import('../rows/jobs.ts')).jobs,
  memory: async () => (await import('../rows/memory.ts')).memory,
  start: async () => (await import('../rows/start.ts')).start,
}
