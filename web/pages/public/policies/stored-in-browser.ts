import { browserStorage, type BrowserEntry } from '#shared/browser-storage.ts'
import { formatDuration } from '#shared/duration.ts'

import type { PolicySection } from './policy.ts'

/** One row for each cookie and storage key that our code sets. */
export function toBrowserSection(): PolicySection {
  return {
    title: 'In your browser',
    paragraphs: [
      'This is everything that our pages store in your browser. We do not use any of it to track you.',
    ],
    rows: Object.values(browserStorage).map(({ name, place, purpose, term }: BrowserEntry) => ({
      name: `${name} (${place})`,
      text: `${purpose} Kept ${typeof term === 'string' ? term : `for ${formatDuration(term)}`}.`,
    })),
  }
}
