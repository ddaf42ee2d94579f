import { browserApi, noContent } from '../../api/client.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { toast } from '../../ui/toasts/toast.tsx'

/** Posts an admin action, shows `message` and calls `onDone`. Resolves to true on success. `pending` is the path in progress. */
export function useAdminAction(onDone: () => void) {
  const { run, pending } = useApiAction()
  const act = (path: string, message: string, body: object = {}) =>
    run(async () => {
      await browserApi.post(`/admin${path}`, body, noContent)
      toast(message)
      onDone()
    }, path)
  return { act, pending }
}
