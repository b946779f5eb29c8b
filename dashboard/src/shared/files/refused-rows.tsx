import type { ApiError } from '#shared/api/request.ts';
import { rooms } from '#shared/strings/rooms.ts';

const words = rooms.pinnedAnswers;

/** What is wrong in which line of a file that was not imported. */
export const RefusedRows = ({ error: { details } }: { error: ApiError }) => (
  <div role="alert" className="grid gap-1 rounded-panel border border-bad/30 bg-bad-ground px-4 py-3">
    <p className="font-medium text-bad">{words.refused({ count: details.length })}</p>
    <ul className="grid max-h-56 gap-1 overflow-y-auto">
      {details.map(({ field, reason }) => (
        <li key={`${field} ${reason}`} className="text-small [overflow-wrap:anywhere]">
          <span className="font-medium">{field}</span>: <span dir="auto">{reason}</span>
        </li>
      ))}
    </ul>
  </div>
);
