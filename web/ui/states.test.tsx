import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, it, vi } from 'vitest'

import { kobo } from '#shared/money.ts'
import { expectAccessible } from '#test/support/web/render.tsx'

import { Badge, Card } from './card.tsx'
import { Button } from './button.tsx'
import { DataTable } from './data-table.tsx'
import { EmptyState, ErrorState, Progress, Skeleton } from './states.tsx'

describe('DataTable', () => {
  type Row = { who: string }
  const rows = [{ who: 'bola' }, { who: 'chidi' }]
  const name = { header: 'Contributor', cell: ({ who }: Row) => who }
  const columns = [name, { header: 'Amount', numeric: true, cell: () => '₦5,000.00' }]
  const show = (props: Partial<ComponentProps<typeof DataTable<Row>>> = {}) =>
    render(
      <DataTable
        caption="Donations"
        columns={columns}
        rows={rows}
        rowKey={({ who }) => who}
        {...props}
      />,
    )

  it('is a labelled table with a cell for every header', async () => {
    show()
    const table = screen.getByRole('table', { name: 'Donations' })
    const names = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Contributor', 'Amount'])
    const [, first] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('bola₦5,000.00')
    await expectAccessible()
  })

  it('has a button for the details of a row on a phone only if it has some', () => {
    const state = {
      header: 'Status',
      cell: () => 'failed',
      place: ({ who }: Row) => (who === 'bola' ? ('note' as const) : ('detail' as const)),
    }
    const { unmount } = show()
    expect(screen.queryByLabelText('Details')).not.toBeInTheDocument()
    unmount()
    show({ columns: [name, state] })
    expect(screen.getAllByLabelText('Details')).toHaveLength(2)
    const [inLine, folded] = screen.getAllByText('failed').map((text) => text.parentElement)
    expect(inLine).not.toHaveClass('closed:hidden')
    expect(folded).toHaveClass('closed:hidden')
  })

  it('has one button on a phone for the details of rows that offer nothing to do', () => {
    show({ columns: [...columns, { header: 'Status', cell: () => 'paid' }], details: 'list' })
    expect(screen.getAllByText('Details')).toHaveLength(1)
    expect(screen.queryByLabelText('Details')).not.toBeInTheDocument()
  })

  it.each([
    { days: ['2026-05-02', '2026-05-02', '2026-05-01', '2026-05-01'], isLast: true },
    { days: ['2026-05-02', '2026-05-02', '2026-05-01', '2026-05-01'], isLast: false },
    { days: ['2026-05-02', '2026-05-01', '2026-04-30'], isLast: true },
  ])('sums days, or months with few rows, that are complete: %j', ({ days, isLast }) => {
    const rows = days.map((day, index) => ({ day, id: String(index) }))
    render(
      <DataTable
        caption="Donations"
        columns={[{ header: 'Day', cell: ({ day }: { day: string }) => day }]}
        rows={rows}
        rowKey={({ id }) => id}
        byDay={{
          at: ({ day }) => day,
          amount: () => kobo(1_000_00),
          pages: { isFirst: true, isLast },
        }}
      />,
    )
    const groups = screen
      .getAllByRole('rowheader', { hidden: true })
      .map((header) => header.closest('tr')?.textContent)
    expect(groups).toEqual(
      days.length === 3
        ? ['May 2026₦2,000.00', 'April 2026₦1,000.00']
        : ['2\u00a0May 2026₦2,000.00', isLast ? '1\u00a0May 2026₦2,000.00' : '1\u00a0May 2026'],
    )
  })

  it('labels each detail on a phone, which has no header row', () => {
    show({ rows: rows.slice(1) })
    const labels = screen.getAllByRole('cell').map(({ dataset }) => dataset['label'])
    expect(labels).toEqual(['Contributor', 'Amount'])
  })
})

describe('Progress', () => {
  it('is a labelled progress bar of at most 100%', async () => {
    render(<Progress value={150} max={100} label="Raised of the funding goal" />)
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Raised of the funding goal',
    })
    expect(bar.position).toBe(1)
    await expectAccessible()
  })

  it('is empty for a maximum of zero', () => {
    render(<Progress value={0} max={0} label="Raised" />)
    expect(screen.getByRole<HTMLProgressElement>('progressbar').position).toBe(0)
  })
})

describe('the states of a list', () => {
  it('show the next step when the list is empty', async () => {
    render(
      <EmptyState
        title="No campaign"
        text="Start one."
        action={<Button>Create Campaign</Button>}
      />,
    )
    expect(screen.getByText('No campaign')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeInTheDocument()
    await expectAccessible()
  })

  it('show an error with a retry button', async () => {
    const onRetry = vi.fn()
    render(
      <ErrorState title="Failed to fetch transactions." retryLabel="Retry" onRetry={onRetry} />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch transactions.')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onRetry).toHaveBeenCalledOnce()
    await expectAccessible()
  })

  it('hide skeletons from screen readers', async () => {
    render(
      <Card>
        <Skeleton className="h-5 w-full" />
        <Badge tone="warning">abandoned</Badge>
      </Card>,
    )
    expect(screen.getByText('abandoned')).toBeVisible()
    await expectAccessible()
  })
})
