export function programOf(root: string): string
