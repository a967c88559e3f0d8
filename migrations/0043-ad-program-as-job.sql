-- Syncing the ad program's figures is a job: problems and retries are those of its runs.
ALTER TABLE ad_program
  DROP COLUMN problem,
  DROP COLUMN problem_at,
  DROP COLUMN failures,
  DROP COLUMN retry_at;

-- The state of a sign-in is signed, and its PKCE verifier derived from it: nothing is stored until it is finished.
DROP TABLE ad_program_sign_in;
