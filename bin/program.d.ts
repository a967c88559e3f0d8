export function programOf(root: string): string
export function hashContent(content: Buffer): string
