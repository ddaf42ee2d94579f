import { useState } from 'react'

import type { SuppressedAddress } from '#shared/admin.ts'

import { adminText } from '../../text/admin.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'
import { AdminReasonDialog } from './admin-reason-dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

type Props = { addresses: SuppressedAddress[]; onDone: () => void }

/** Addresses that do not exist, according to their mail servers. */
export function SuppressedList({ addresses, onDone }: Props) {
  const { emails: text } = adminText
  const { act } = useAdminAction(onDone)
  const [chosen, setChosen] = useState<SuppressedAddress>()
  const remove = async ({ id }: SuppressedAddress, reason: string) => {
    const path = `/suppressions/${encodeURIComponent(id)}/remove`
    if (await act(path, text.removed, { reason })) setChosen(undefined)
  }
  const columns: Column<SuppressedAddress>[] = [
    { key: 'address', header: text.address, cell: ({ address }) => address },
    { key: 'words', header: text.serverSaid, cell: ({ words }) => words },
    { key: 'since', header: text.since, cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      key: 'remove',
      header: text.remove,
      cell: (row) => (
        <Button
          variant="quiet"
          aria-label={text.removeAddress(row.address)}
          onClick={() => setChosen(row)}
        >
          {text.remove}
        </Button>
      ),
    },
  ]
  return (
    <section className="space-y-2">
      <h2 className="text-xl font-bold">{text.suppressed}</h2>
      <p className="text-muted">{text.suppressedHint}</p>
      <DataTable
        caption={text.suppressedCaption}
        columns={columns}
        rows={addresses}
        rowKey={({ id }) => id}
      />
      {chosen && (
        <AdminReasonDialog
          action={text.removeAddress(chosen.address)}
          onSend={(reason) => remove(chosen, reason)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}
