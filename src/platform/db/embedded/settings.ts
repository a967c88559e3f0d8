/** PostgreSQL settings by name. */
export type ServerSettings = Readonly<Record<string, string>>

/**
 * Settings for one small service: no replication, no network, little memory. They are passed on the command line, so that the release
 * determines them and not an old file.
 */
export const EMBEDDED_SETTINGS: ServerSettings = {
  listen_addresses: '',
  max_connections: '20',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The default method's workers take memory for reads that a small, cached database rarely makes.
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

/** The arguments of `postgres`, sockets included. */
export function buildServerArguments(clusterPath: string, socketDir: string, port: number, settings: ServerSettings): string[] {
  const all = { ...settings, unix_socket_directories: `"${socketDir}"`, unix_socket_permissions: '0700', port: String(port) }
  return ['-D', clusterPath, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
