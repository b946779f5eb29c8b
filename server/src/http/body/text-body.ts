import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { noteBody } from './body-hash.ts';
import { readBody } from './strict-json.ts';

/** Turns the text of a body into the value that the route's schema checks. May throw AppError. */
type ReadText = (text: string, request: FastifyRequest) => unknown;

/** Lets the routes of a plugin take bodies of text, by media type, besides JSON. Refuses invalid UTF-8, like those. */
export function acceptText(app: FastifyInstance, readers: Readonly<Record<string, ReadText>>): void {
  for (const [mediaType, read] of Object.entries(readers))
    app.addContentTypeParser(mediaType, (request, payload, done) => {
      readBody(request, payload, anyStructure, (body) => {
        if (body instanceof Error) return done(body);
        noteBody(request, body);
        if (!isUtf8(body))
          return done(new AppError('invalid_request', "The body isn't valid UTF-8. Save the file as UTF-8."));
        try {
          done(null, read(body.toString(), request));
        } catch (error) {
          done(error as Error);
        }
      });
    });
}

const anyStructure = (): void => {};
