import { kobo } from '#shared/money.ts'
import type { EvidenceBody } from '#shared/evidence.ts'

/** What is stored of a deleted campaign whose organiser has no account any more. */
export const surgeryEvidence: EvidenceBody = {
  campaign: {
    title: 'Surgery for Efe',
    slug: 'surgery-for-efe',
    status: 'ended',
    category: 'Health',
    country: 'Nigeria',
    city: 'Warri',
    description: 'An operation.',
    cause: null,
    goal: kobo(5_000_00),
    startDate: null,
    endDate: null,
    raiseMoneyFor: 'An operation.',
    importance: 'It is urgent.',
    impact: 'Efe walks again.',
    budget: [],
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  owner: { uid: '00000000-0000-4000-8000-000000000000', name: 'Efe Okoro' },
  contact: { name: 'Efe Okoro', email: 'efe@example.com', phone: '0801 234 5678' },
  bank: { code: '058', last4: '6789', holder: null },
  images: [{ id: 'a'.repeat(64), alt: 'The hospital' }],
  records: [{ kind: 'report', at: '2026-01-02T00:00:00.000Z', what: 'fraud', text: 'Not true.' }],
}
