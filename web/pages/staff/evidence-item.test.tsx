import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { EvidenceRecord } from '#shared/evidence.ts'

import { Records } from './evidence-item.tsx'

const id = '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a02'
const story = { title: 'A well', goal: 500_000, category: 'Health', endDate: '2026-06-01' }
const contact = { name: 'Efe', email: 'efe@example.org', phone: '0801', isPublic: false }

it.each<[kind: string, what: string, text: string, ...shown: string[]]>([
  ['history', 'approve', '', 'History: Approved'],
  ['report', 'fraud', 'No patient', 'Report: it looks like a scam', 'No patient'],
  ['document', id, 'Bill.pdf', 'Supporting document', 'Bill.pdf'],
  ['freeze', 'freeze', 'A question', 'Donations paused', 'A question'],
  [
    'expense',
    'struck',
    `Pipes\n150000\n2026-05-01\nShop\n${id}\nFalse`,
    'Spending: struck out by a reviewer',
    'Pipes',
    '₦1,500.00',
    '1 May 2026',
    'Shop',
    'False',
  ],
  [
    'outside-receipt',
    'shown',
    `150000\n2026-05-01\nFair\n${id}`,
    'Money from elsewhere: public',
    '₦1,500.00',
    '1 May 2026',
    'Fair',
  ],
  ['payee', 'confirmed', 'person\nBisi Obi', 'Payee: confirmed', 'another person', 'Bisi Obi'],
  [
    'edit',
    'edit',
    JSON.stringify([
      { field: 'title', before: 'A wel' },
      { field: 'images', before: null },
    ]),
    'Edit',
    'Title, before: A wel',
    'Photos',
  ],
  [
    'change',
    'pending',
    JSON.stringify({ ...story, contact }),
    'Change that waited for a review: waiting for a reviewer',
    'Funding goal: ₦5,000.00',
    'Category: Health',
    'End date: 1 June 2026',
    'Title: A well',
    'Contact details: Efe, efe@example.org, 0801',
  ],
])(
  'says in words what a record of the kind %s was',
  (...[kind, what, text, title = '', ...lines]) => {
    const record: EvidenceRecord = { kind, what, text, at: '2026-05-01T10:00:00.000Z' }
    render(<Records records={[record]} />)
    const item = within(screen.getByRole('listitem'))
    expect(item.getByText(title)).toBeVisible()
    expect(screen.getByRole('listitem').lastChild).toHaveTextContent(lines.join(' '))
  },
)
