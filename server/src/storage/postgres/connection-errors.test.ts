import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { connectionErrorOf, isCut, isLostPart } from './connection-errors.ts';

const refusal = (code: string, message: string): Error =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });

describe('an error of the database', () => {
  it.each([
    ['08006', 'connection to the remote node footnote@worker-1:5432 failed'],
    ['XX000', 'failure on connection marked as essential: worker-1:5432'],
    ['XX000', 'could not commit transaction for shard 102008 on at least one active node'],
    ['57P01', 'terminating connection due to administrator command'],
  ])('%s, %s, can be overcome by trying again', (code, message) => {
    expect(connectionErrorOf(refusal(code, message))).toBeInstanceOf(StorageUnavailableError);
  });

  it('of one worker of Citus leaves the connection to the database as it is', () => {
    const [unreached, ended] = [
      refusal('08006', 'connection to the remote node footnote@worker-1:5432 failed'),
      Object.assign(refusal('57P01', 'terminating connection due to administrator command'), {
        where: 'while executing command on worker-1:5432',
      }),
    ];
    for (const error of [unreached, ended]) {
      expect([isLostPart(error), isCut(error)]).toEqual([true, false]);
      expect(connectionErrorOf(error)).toBeInstanceOf(StorageUnavailableError);
    }
    const own = refusal('57P01', 'terminating connection due to administrator command');
    expect([isLostPart(own), isCut(own)]).toEqual([false, true]);
  });

  it.each([
    ['XX000', 'cache lookup failed for type 17'],
    ['0A000', 'modifying the partition value of rows is not allowed'],
    ['23505', 'duplicate key value violates unique constraint "api_keys_pkey"'],
  ])('%s, %s, is an error of the service', (code, message) => {
    const error = refusal(code, message);
    expect(connectionErrorOf(error)).toBe(error);
  });
});
