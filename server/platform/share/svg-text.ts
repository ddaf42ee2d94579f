/** Breaks words that are longer than a line, and ends the last line with an ellipsis when text is left over. */
export function wrapText(text: string, width: number, maxLines: number): string[] {
  const words = text
    .split(/\s+/)
    .flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), truncateText(lines.slice(maxLines - 1).join(' '), width)]
}

export function truncateText(text: string, width: number): string {
  const letters = text.match(/\P{M}\p{M}*/gu) ?? []
  return letters.length <= width
    ? text
    : `${letters
        .slice(0, width - 1)
        .join('')
        .trimEnd()}…`
}
