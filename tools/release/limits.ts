/** The most that a release may take, in megabytes (10⁶ bytes); docs/deployment.md tells operators. Node, where npm brings one, is not in it. */
export const MAX_MEGABYTES = { packed: 13, installed: 190 } as const
