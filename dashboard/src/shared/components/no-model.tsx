import { TriangleAlert } from 'lucide-react';
import { canManage, useAccount } from '#shared/hooks/use-account.ts';
import { noModel as words } from '#shared/strings/no-model.ts';

/** What it means that no language model is connected, and how to connect one; nothing if there is one. */
export function NoModel() {
  const { has_language_model: hasModel, workspace } = useAccount();
  if (hasModel) return null;
  const isManager = canManage(workspace.role);
  return (
    <section
      aria-label={words.title}
      className="flex gap-3 rounded-panel border border-warning/40 bg-warning-ground px-4 py-3"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="grid gap-1">
        <p className="font-medium text-warning">{words.title}</p>
        <p className="max-w-prose">{words.about}</p>
        <p className="max-w-prose">
          {isManager ? words.how : words.ask}{' '}
          {isManager && (
            <a
              href="/docs/deploy.md"
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-6 items-center underline"
            >
              {words.guide}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}
