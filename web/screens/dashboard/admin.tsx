import type { ReactNode } from 'react'
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import { cancellationsSchema } from '#shared/campaign-money.ts'
import {
  mailStateSchema,
  openReturnsSchema,
  operatorActsSchema,
  proofsSchema,
  providerEventsSchema,
  quarantineSchema,
} from '#shared/admin.ts'

import { apiOf, type Api } from '../../api/client.ts'
import { settle } from '../../api/outcome.ts'
import { requireAccount } from '../../features/account/session.ts'
import { Loaded } from '../../features/dashboard/loaded.tsx'
import { NotFound } from '../../features/dashboard/not-found.tsx'
import { Pager } from '../../features/dashboard/pager.tsx'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../features/dashboard/skeletons.tsx'
import { ActTable } from '../../features/admin/audit-log-table.tsx'
import { EventTable } from '../../features/admin/webhook-table.tsx'
import { HeldList } from '../../features/admin/quarantine-list.tsx'
import { MailList } from '../../features/admin/mail-list.tsx'
import { ProofList } from '../../features/admin/ledger-check-list.tsx'
import { ReturnsList } from '../../features/admin/refund-list.tsx'
import { operatorText } from '../../text/admin.ts'
import { Tabs } from '../../ui/tabs.tsx'

const parts = ['events', 'proofs', 'quarantine', 'returns', 'mails', 'acts'] as const
type Part = (typeof parts)[number]

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  const part = parts.find((each) => each === search.get('tab')) ?? 'events'
  return { part, place: `${search}`, desk: settle(read(apiOf(context), part, search.get('after'))) }
}

/** Only what is looked at is read. */
async function read(api: Api, part: Part, after: string | null) {
  const query = after === null ? '' : `?${new URLSearchParams({ after })}`
  switch (part) {
    case 'events':
      return { part, ...(await api.get(`/operator/events${query}`, providerEventsSchema)) }
    case 'proofs':
      return { part, ...(await api.get('/operator/proofs', proofsSchema)) }
    case 'quarantine':
      return { part, ...(await api.get('/operator/quarantine', quarantineSchema)) }
    case 'returns': {
      const [returns, cancelled] = await Promise.all([
        api.get('/operator/returns', openReturnsSchema),
        api.get('/operator/cancellations', cancellationsSchema),
      ])
      return { part, ...returns, ...cancelled }
    }
    case 'mails':
      return { part, mail: await api.get('/operator/mails', mailStateSchema) }
    case 'acts':
      return { part, ...(await api.get('/operator/acts', operatorActsSchema)) }
  }
}
type Desk = Awaited<ReturnType<typeof read>>

/** The operator's desk; to everybody else there is no such page. */
export function Component() {
  const text = operatorText
  const { part, place, desk } = useLoaderData<typeof loader>()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded
      key={place}
      of={desk}
      failed={text.failed}
      missing={<NotFound />}
      header={header}
      skeleton={<RowSkeletons label={text.loading} />}
    >
      {(known) => (
        <>
          {header}
          <DeskTabs part={part} content={<DeskPart desk={known} />} />
        </>
      )}
    </Loaded>
  )
}

function DeskTabs({ part, content }: { part: Part; content: ReactNode }) {
  const text = operatorText
  const navigate = useNavigate()
  return (
    <Tabs
      label={text.sections}
      selected={parts.indexOf(part)}
      onSelect={(index) => void navigate({ search: `?tab=${parts[index]}` })}
      tabs={parts.map((name) => ({ name: text.tabs[name], content: name === part && content }))}
    />
  )
}

function DeskPart({ desk }: { desk: Desk }) {
  const { revalidate } = useRevalidator()
  const onDone = () => void revalidate()
  switch (desk.part) {
    case 'events':
      return (
        <>
          <EventTable events={desk.events} onDone={onDone} />
          <Pager next={desk.next} />
        </>
      )
    case 'proofs':
      return <ProofList proofs={desk.proofs} onDone={onDone} />
    case 'quarantine':
      return <HeldList quarantine={desk.quarantine} onDone={onDone} />
    case 'returns':
      return <ReturnsList {...desk} />
    case 'mails':
      return <MailList mail={desk.mail} onDone={onDone} />
    case 'acts':
      return <ActTable acts={desk.acts} />
  }
}
