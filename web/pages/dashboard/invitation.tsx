import { useLoaderData, useNavigate } from '#web/router/navigate.tsx'

import { browserApi } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { peoplePath } from '../../navigation/paths.ts'
import { memberText } from '../../text/member.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import type { loader } from './invitation.data.ts'

/** Opened from a mail, by the account with the address that it was sent to. */
export function Component() {
  const text = memberText.invitation
  const { id, data } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { run, pending } = useApiAction()
  const accept = (campaignId: string) =>
    run(async () => {
      await browserApi.post('/invitations/:id', {}, { id })
      toast(text.accepted)
      await navigate(peoplePath(campaignId), { replace: true })
    })
  return (
    <Loaded data={data} text={text} header={<HiddenHeader title={text.title} />}>
      {({ campaignId, organiser, title, role }) => (
        <div className="max-w-2xl space-y-4">
          <ScreenHeader title={text.title} subtitle={text.lead({ organiser })} />
          <p className="text-xl font-bold wrap-anywhere">{title}</p>
          <p>{text[role]}</p>
          <Button busy={pending !== undefined} onClick={() => void accept(campaignId)}>
            {text.accept}
          </Button>
        </div>
      )}
    </Loaded>
  )
}
