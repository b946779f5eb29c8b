import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonsOf, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextArea, TextField } from '../components/field.tsx';
import { useNotices } from '../components/notices.tsx';
import { Failure } from '../components/page.tsx';
import { agents as words } from '../strings/agents.ts';
import { text } from '../strings.ts';
import { tokensPath, tokensQuery } from './agent-queries.ts';
import type { Agent, PublishableToken } from './types.ts';

const USUAL_RATE = 60;

/** Makes a token of a widget, or changes one. */
export function TokenDialog({
  agent,
  token,
  close,
}: {
  agent: Agent;
  token: PublishableToken | undefined;
  close: () => void;
}) {
  const [name, setName] = useState(token?.name ?? '');
  const [origins, setOrigins] = useState(token?.allowed_origins.join('\n') ?? '');
  const [rate, setRate] = useState(String(token?.messages_per_minute ?? USUAL_RATE));
  const queryClient = useQueryClient();
  const tell = useNotices();
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        allowed_origins: origins.split(/[\s,]+/).filter((each) => each !== ''),
        messages_per_minute: Number(rate),
      };
      return token
        ? request<PublishableToken>('PATCH', `${tokensPath(agent.id)}/${token.id}`, body)
        : request<PublishableToken>('POST', tokensPath(agent.id), body);
    },
    onSuccess: async (saved) => {
      tell(token ? text.common.saved : words.widget.created(saved.name));
      close();
      await queryClient.invalidateQueries({ queryKey: tokensQuery(agent.id).queryKey });
    },
  });
  const { reasonOf, rest } = reasonsOf(save.error, ['name', 'allowed_origins', 'messages_per_minute']);
  return (
    <Dialog isOpen close={close} title={token ? words.widget.editTitle(token.name) : words.widget.create}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label={words.widget.name}
          hint={words.widget.nameHint}
          required
          maxLength={200}
          value={name}
          error={reasonOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={words.widget.origins}
          hint={words.widget.originsHint}
          required
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          value={origins}
          error={reasonOf('allowed_origins')}
          onChange={(event) => setOrigins(event.target.value)}
        />
        <TextField
          label={words.widget.rate}
          hint={words.widget.rateHint}
          required
          type="number"
          min={1}
          max={10_000}
          value={rate}
          error={reasonOf('messages_per_minute')}
          onChange={(event) => setRate(event.target.value)}
        />
        {rest && <Failure error={rest} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {token ? text.common.save : text.common.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
