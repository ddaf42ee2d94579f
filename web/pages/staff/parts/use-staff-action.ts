import { ApiError, browserApi, noContent } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { toast } from '../../../ui/toast.tsx'

type Options = {
  /** Codes of errors that mean that the page is outdated. */
  outdatedCodes?: readonly string[]
  onOutdated?: () => void
}

/** Posts what a reviewer or an admin does, shows the message and calls `onDone`. Resolves to true on success. `pending` is the path in progress. */
export function useStaffAction(
  onDone: () => void,
  { outdatedCodes = [], onOutdated = onDone }: Options = {},
) {
  const { run, pending, busy } = useApiAction()
  const act = (path: string, message: string | undefined, body: object = {}) =>
    run(async () => {
      try {
        await browserApi.post(path, body, noContent)
      } catch (error) {
        if (error instanceof ApiError && outdatedCodes.includes(error.code)) onOutdated()
        throw error
      }
      if (message !== undefined) toast(message)
      onDone()
    }, path)
  return { act, pending, busy }
}
