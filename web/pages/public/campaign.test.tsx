import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { expectAccessible, renderAt } from '#test/support/web/render.tsx'

import { chooseSupporters, EditList } from './campaign.tsx'

const at = '2026-10-01T11:05:00.000Z'

it('lists the edits with the previous public texts', async () => {
  const changes = [
    { field: 'description', before: 'Clean water for four hundred families.' },
    { field: 'contact', before: null },
  ] as const
  renderAt(
    '/',
    '/',
    <EditList slug="a-well" edits={[{ at, changes: [...changes], earlierVersion: 3 }]} />,
  )

  expect(screen.getByRole('heading', { name: 'Edits' })).toBeVisible()
  expect(screen.getByText('1 October 2026 at 12:05')).toBeVisible()
  expect(screen.getByText('Description, Contact details')).toBeVisible()
  expect(screen.queryByText('Contact details, before')).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Description, before'))
  expect(screen.getByText('Clean water for four hundred families.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See the campaign before this edit' })).toHaveAttribute(
    'href',
    '/c/a-well/versions/3',
  )
  await expectAccessible()
})

it('is empty without edits', () => {
  renderAt('/', '/', <EditList slug="a-well" edits={[]} />)
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
})

it('shows the newest three supporters with an amount or words, or by name if nobody has either, and counts the others of a complete list', () => {
  const make = (id: string, amount: number | null, words: string | null = null) => ({
    id,
    name: null,
    amount: amount === null ? null : kobo(amount),
    at: null,
    words,
    isWaiting: false,
    reply: null,
  })
  const rights = { canReply: false, canHide: false, canPublish: false }
  const supporters = [
    make('a', null),
    make('b', null, 'Well done'),
    make('c', 5_000_00),
    make('d', null),
    make('e', 1_000_00),
    make('f', 2_000_00),
  ]
  const chosen = chooseSupporters({ supporters, next: null, ...rights })
  expect(chosen.shown.map(({ id }) => id)).toEqual(['b', 'c', 'e'])
  expect(chosen.hidden).toBe(2)
  expect(chooseSupporters({ supporters, next: 'more', ...rights }).hidden).toBeNull()

  const quiet = ['g', 'h', 'i', 'j'].map((id) => make(id, null))
  const named = chooseSupporters({ supporters: quiet, next: null, ...rights })
  expect(named.shown.map(({ id }) => id)).toEqual(['g', 'h', 'i'])
  expect(named.hidden).toBe(1)
})
