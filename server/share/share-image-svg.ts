import { formatNaira, type Kobo } from '#shared/money.ts'
import { shareHeight, shareWidth } from '#shared/share.ts'

import { escapeXml } from './escape-xml.ts'

type SharedCampaign = { title: string; city: string; country: string; goal: Kobo; raised: Kobo }

const left = 80
const barWidth = shareWidth - 2 * left

/** Draws a link preview with the campaign's title, place and progress. */
export function toShareImageSvg({ title, city, country, goal, raised }: SharedCampaign): string {
  const percent = Math.floor((raised / goal) * 100)
  const size = title.length > 54 ? 52 : 68
  const lines = wrap(title, Math.floor(barWidth / (size * 0.56)), 3)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareWidth}" height="${shareHeight}" font-family="Plus Jakarta Sans, sans-serif">
<rect width="${shareWidth}" height="${shareHeight}" fill="#fcfaf5"/>
<rect width="${shareWidth}" height="16" fill="#0f5b46"/>
<text x="${left}" y="110" font-size="40" font-weight="800" fill="#0f5b46">Ajo</text>
${lines.map((line, index) => `<text x="${left}" y="${196 + index * size * 1.16}" font-size="${size}" font-weight="800" fill="#12211c">${escapeXml(line)}</text>`).join('\n')}
<text x="${left}" y="440" font-size="32" font-weight="500" fill="#54625c">${escapeXml(truncate(`${city}, ${country}`, 56))}</text>
<rect x="${left}" y="476" width="${barWidth}" height="28" rx="14" fill="#dcebe1"/>
<rect x="${left}" y="476" width="${Math.max(28, Math.round((Math.min(percent, 100) / 100) * barWidth))}" height="28" rx="14" fill="#0f5b46"/>
<text x="${left}" y="564" font-size="38" font-weight="800" fill="#12211c">${percent}% of ${escapeXml(formatNaira(goal))}</text>
</svg>`
}

/** Breaks words that are longer than a line, and ends the last line with an ellipsis when text is left over. */
function wrap(text: string, width: number, maxLines: number): string[] {
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
  return [...lines.slice(0, maxLines - 1), truncate(lines.slice(maxLines - 1).join(' '), width)]
}

function truncate(text: string, width: number): string {
  const letters = text.match(/\P{M}\p{M}*/gu) ?? []
  return letters.length <= width
    ? text
    : `${letters
        .slice(0, width - 1)
        .join('')
        .trimEnd()}…`
}
