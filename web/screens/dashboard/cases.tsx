import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'

import { Loaded } from '../../pages/parts/dashboard/loaded.tsx'
import { Missing } from '../../pages/parts/dashboard/missing.tsx'
import { Pager } from '../../pages/parts/dashboard/pager.tsx'
import { ScreenHeader } from '../../pages/parts/dashboard/screen-header.tsx'
import { RowSkeletons } from '../../pages/parts/dashboard/skeletons.tsx'
import { AppealList } from '../../features/moderation/appeal-list.tsx'
import { CaseCard } from '../../features/moderation/case-card.tsx'
import { CaseFilter } from '../../features/moderation/case-filter.tsx'
import { moderationText } from '../../text/moderation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { loader } from './cases.data.ts'

/** Reported campaigns and appeals, for reviewers. For all other people the API responds with 404. */
export function Component() {
  const text = moderationText
  const { query, lists } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  const skeleton = <RowSkeletons label={text.loading} />
  const reload = () => void revalidate()
  return (
    <Loaded
      data={lists}
      failed={text.failed}
      missing={<Missing />}
      header={header}
      skeleton={skeleton}
    >
      {([{ cases, next }, { appeals }]) => (
        <>
          {header}
          <AppealList appeals={appeals} onDone={reload} />
          <CaseFilter query={query} />
          {cases.length === 0 ? (
            <EmptyState title={text.none} text={text.noneHint} />
          ) : (
            <ul className="grid gap-6">
              {cases.map((item) => (
                <li key={item.id}>
                  <CaseCard item={item} onDone={reload} />
                </li>
              ))}
            </ul>
          )}
          <Pager next={next === null ? null : String(next)} />
        </>
      )}
    </Loaded>
  )
}
