import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'

import { sessionListSchema } from '#shared/account.ts'

import { apiOf } from '../../api/client.ts'
import { rememberAccount, requireAccount } from '../../features/account/session.ts'
import { useRememberedTab } from '../../features/dashboard/remembered-tab.ts'
import { ScreenHeader } from '../../features/dashboard/screen-header.tsx'
import { EditProfileForm } from '../../features/settings/edit-profile-form.tsx'
import { FeedbackForm } from '../../features/settings/feedback-form.tsx'
import { PasswordForm } from '../../features/settings/password-form.tsx'
import { SessionList } from '../../features/settings/session-list.tsx'
import { settingsText } from '../../text/settings.ts'
import { useText } from '../../text/text.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const tabs = ['profile', 'security', 'feedback'] as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const account = await requireAccount(context, request)
  const listed = await apiOf(context)
    .get('/account/sessions', sessionListSchema)
    .catch(() => null)
  return { account, sessions: listed?.sessions ?? null }
}

export function Component() {
  const text = useText(settingsText)
  const { account, sessions } = useLoaderData<typeof loader>()
  const revalidator = useRevalidator()
  const { selected, select } = useRememberedTab('settings-tab', tabs)
  const contents = [
    <EditProfileForm
      key="profile"
      account={account}
      onSaved={(saved) => {
        rememberAccount(saved)
        void revalidator.revalidate()
      }}
    />,
    <div key="security" className="grid gap-10">
      <PasswordForm email={account.email} />
      <SessionList
        sessions={sessions}
        onChanged={() => void revalidator.revalidate()}
        onAllEnded={() => rememberAccount(null)}
      />
    </div>,
    <FeedbackForm key="feedback" />,
  ]
  return (
    <>
      <ScreenHeader title={text.title} />
      <Tabs
        label={text.title}
        selected={selected}
        onSelect={select}
        tabs={contents.map((content, index) => ({ name: text.tabs[index], content }))}
      />
    </>
  )
}
